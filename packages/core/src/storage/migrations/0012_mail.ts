import { ddl, local, oneOf } from "./ddl.ts"

/*
 * A row stores an email's subject record and not its text. The text is written when the email is sent, with a
 * link created at that moment. The database therefore contains no link, and an email contains no outdated
 * facts.
 */
export default ddl(`
create table emails (
  id bigserial primary key,
  message_id text not null unique,
  kind text not null ${oneOf("kind", "invitation password_reset password_changed key_expiry key_exposed")},
  recipient text not null,
  organization_id bigint,
  subject_id bigint,
  days integer,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  dropped_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  found_at text,
  check (num_nonnulls(sent_at, dropped_at, failed_at) <= 1)
);
create index on emails (created_at);
${local("emails", "mail for people, of several organizations or of none")}
comment on column emails.message_id is 'The same on every attempt, so that a mailbox recognises a second copy';
comment on column emails.subject_id is 'The invitation, the person or the key, depending on the kind';
comment on column emails.found_at is 'Of key_exposed: where the key was found, if that was reported';
comment on column emails.days is 'Of key_expiry: how long before';
comment on column emails.dropped_at is 'Nothing was sent: its subject is over, or nobody has the address';
`)
