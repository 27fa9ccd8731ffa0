import { ddl, local, secretHash } from "./ddl.ts"

const ofPeople = "belongs to a person, of no organization"

/*
 * A second factor is a sealed secret of an authenticator app, with recovery codes. A sign-in that proved the
 * password waits for it as a challenge, which is no session.
 */
export default ddl(`
create table second_factors (
  user_id bigint primary key references users,
  secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  enabled_at timestamptz(3)
);
${local("second_factors", ofPeople)}
comment on column second_factors.last_step is 'The time step of the last accepted code: no code of it or before counts again';
comment on column second_factors.enabled_at is 'Null until the person entered a first code';
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  ${secretHash("hash")},
  used_at timestamptz(3),
  primary key (user_id, hash)
);
${local("recovery_codes", ofPeople)}
create table sign_in_challenges (
  ${secretHash("token_hash")} primary key,
  user_id bigint not null references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index on sign_in_challenges (user_id) where used_at is null;
create index on sign_in_challenges (expires_at);
${local("sign_in_challenges", ofPeople)}
alter table organizations add column second_factor_required boolean not null default false;
comment on column organizations.second_factor_required is 'Whether members must set up a second factor at their next sign-in';
`)
