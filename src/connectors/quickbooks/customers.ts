import type { FarPayer } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { byId, type Customer, query, quoted, write } from '#connectors/quickbooks/api.ts'

/** As long as a part of a name there may be. */
const MOST = 100
/** A colon stands there for a customer of a customer. */
const clipped = (words: string | null | undefined, most = MOST) =>
  (words ?? '')
    .replace(/[\s:]+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
const folded = (words: string | null | undefined) => clipped(words, 500).toLowerCase()

/** What the customer of a payer is called. No two have one name there, nor a supplier or employee. */
const nameOf = ({ name, businessName }: FarPayer) => clipped(businessName) || clipped(name)
const otherName = (payer: FarPayer) => `${clipped(nameOf(payer), MOST - 10).trim()} (${payer.uid.slice(-6)})`

/** An empty text clears what is there. */
function customerOf(payer: FarPayer, DisplayName: string) {
  const words = clipped(payer.name).split(' ')
  const [one = '', two = '', three = '', ...rest] = (payer.address ?? '')
    .split('\n')
    .map((each) => clipped(each, 500))
    .filter(Boolean)
  return {
    ...{ DisplayName, CompanyName: clipped(payer.businessName) },
    ...{ GivenName: words.slice(0, -1).join(' '), FamilyName: words.at(-1) ?? '' },
    PrimaryEmailAddr: { Address: clipped(payer.email) },
    BillAddr: { Line1: one, Line2: two, Line3: three, Line4: clipped(rest.join(', '), 500), PostalCode: clipped(payer.postcode, 30) },
  }
}

const isSame = ({ PrimaryEmailAddr, BillAddr }: Customer, { email, postcode }: FarPayer) =>
  folded(PrimaryEmailAddr?.Address) === folded(email) && folded(BillAddr?.PostalCode) === folded(postcode)

const called = (wire: Wire, names: readonly string[]) => query(wire, 'Customer', `DisplayName in (${names.map(quoted).join(', ')})`)

/** Writes a customer: the known one, else ours or one of the same name and details, else a new one. */
export async function putCustomer(wire: Wire, payer: FarPayer, known?: { id: string }): Promise<{ id: string }> {
  if (known) return change(wire, payer, known.id)
  const [name, other] = [nameOf(payer), otherName(payer)]
  const named = await called(wire, [name, other])
  const ours = named.find(({ DisplayName }) => folded(DisplayName) === folded(other))
  const there = ours ?? named.find((each) => isSame(each, payer))
  if (there) return ours && !isSame(ours, payer) ? change(wire, payer, ours.Id) : { id: there.Id }
  const { Id: id } = await write(wire, 'Customer', customerOf(payer, named.length > 0 ? other : name), `payer-${payer.uid}`)
  return { id }
}

/** What we have nothing of, as their telephone, stays as it is. */
async function change(wire: Wire, payer: FarPayer, Id: string): Promise<{ id: string }> {
  const { SyncToken } = await byId(wire, 'Customer', Id)
  const send = (name: string) => write(wire, 'Customer', { Id, SyncToken, sparse: true, ...customerOf(payer, name) })
  try {
    await send(nameOf(payer))
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'refused')) throw error
    // Another one there may have the name: with the other, what remains is what it says of the rest.
    await send(otherName(payer))
  }
  return { id: Id }
}

/** The customer of this payer. */
export async function findCustomer(wire: Wire, { uid, number: name }: { uid: string; number: string }): Promise<{ id: string } | null> {
  const payer = { uid, name, businessName: null, email: null, address: null, postcode: null }
  const names = [otherName(payer), nameOf(payer)]
  const found = await called(wire, names)
  const there = names.map((each) => found.find(({ DisplayName }) => folded(DisplayName) === folded(each))).find(Boolean)
  return there ? { id: there.Id } : null
}
