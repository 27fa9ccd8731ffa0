document.getElementById("root").textContent = "Personal training by video, from 29 euros a month"
