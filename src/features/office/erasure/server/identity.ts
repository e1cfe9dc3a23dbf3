import { sql } from 'kysely'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Words = { name: string | null; business_name: string | null; email: string | null; phones: string[]; address: string | null }

/** Replaces a person's name and details. */
export const ERASED = '[erased]'

/**
 * A PostgreSQL expression that finds a person's details in any text; undefined when nothing identifies them. Details that
 * another client shares (a couple's telephone, a name twice) are left out: they are the other's as well. A single word names no one for certain.
 */
export async function patternOf(tx: PracticeTx, clientIds: readonly string[]): Promise<string | undefined> {
  const own = [...(await asOnRecord(tx, clientIds, true)), ...(await asBefore(tx, clientIds)), ...(await asWrittenTo(tx, clientIds))]
  const others = new Set((await asOnRecord(tx, clientIds, false)).flatMap(expressionsOf))
  const expressions = [...new Set(own.flatMap(expressionsOf))].filter((one) => !others.has(one))
  return expressions.length > 0 ? expressions.sort((a, b) => b.length - a.length).join('|') : undefined
}

type Row = {
  name: string
  business_name: string | null
  email: string | null
  phone_e164: string | null
  phone_as_typed: string | null
  address: string | null
}

async function asOnRecord(tx: PracticeTx, clientIds: readonly string[], isOwn: boolean): Promise<Words[]> {
  const whose = isOwn ? sql<boolean>`id = any(${[...clientIds]}::uuid[])` : sql<boolean>`id <> all(${[...clientIds]}::uuid[])`
  const rows = await tx
    .selectFrom('clients')
    .select(['name', 'business_name', 'email', 'phone_e164', 'phone_as_typed', 'address'])
    .where(whose)
    .execute()
  return rows.map(toWords)
}

const toWords = ({ phone_e164, phone_as_typed, ...row }: Row): Words => ({
  ...row,
  phones: [phone_e164, phone_as_typed].filter((phone) => phone !== null),
})

/** Their former names and details, from the journal. */
async function asBefore(tx: PracticeTx, clientIds: readonly string[]): Promise<Words[]> {
  const { rows } = await sql<Record<keyof Row, string | null>>`
    select old ->> 'name' as name, old ->> 'business_name' as business_name, old ->> 'email' as email,
      old ->> 'phone_e164' as phone_e164, old ->> 'phone_as_typed' as phone_as_typed, old ->> 'address' as address
    from activity, unnest(array[before, after]) as old
    where entity = 'clients' and entity_id = any(${[...clientIds]}::uuid[]) and old is not null`.execute(tx)
  return rows.map((row) => toWords({ ...row, name: row.name ?? '' }))
}

async function asWrittenTo(tx: PracticeTx, clientIds: readonly string[]): Promise<Words[]> {
  const rows = await tx
    .selectFrom('notices')
    .select('address')
    .distinct()
    .where('client_id', 'in', [...clientIds])
    .execute()
  return rows.map(({ address }) =>
    address.includes('@')
      ? { name: null, business_name: null, email: address, phones: [], address: null }
      : { name: null, business_name: null, email: null, phones: [address], address: null },
  )
}

const SPACE = String.raw`(?:\s|\\n|\\r)+`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function expressionsOf({ name, business_name, email, phones, address }: Words): string[] {
  const names = [name, business_name].filter((one): one is string => /\S\s+\S/.test(one ?? ''))
  return [
    ...names.map((one) => whole(one.trim().split(/\s+/).map(escaped).join(SPACE))),
    ...(email && email.length > 5 ? [whole(escaped(email))] : []),
    ...phones.flatMap(phoneExpression),
    ...(address && address.trim().length >= 10
      ? [
          whole(
            address
              .trim()
              .split(/[\s,]+/)
              .filter(Boolean)
              .map(escaped)
              .join(String.raw`(?:[\s,]|\\n|\\r)+`),
          ),
        ]
      : []),
  ].map((one) => one.toLocaleLowerCase('en-GB'))
}

const whole = (expression: string) => String.raw`(?<!\w)${expression}(?!\w)`

/** A number with any separators, and with the country code, a leading 0 or neither. */
function phoneExpression(phone: string): string[] {
  const digits = phone.replace(/\D/g, '').replace(/^(0044|44|0)/, '')
  if (digits.length < 7) return []
  return [String.raw`(?<!\w)(?:\+?44|0044)?[\s().-]*0?[\s().-]*${[...digits].join(String.raw`[\s().-]*`)}(?!\w)`]
}
