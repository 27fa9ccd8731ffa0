import { ddl, local } from "./ddl.ts"

/* Commands and workers write links too but have no URL. They use the URL that the service last served at. */
export default ddl(`
create table service_address (
  only_row boolean primary key default true check (only_row),
  public_url text not null,
  updated_at timestamptz(3) not null default now()
);
${local("service_address", "one row: where people and programs reach the service")}
comment on column service_address.public_url is 'PUBLIC_URL of the host that last started with one, without a trailing slash';
`)
