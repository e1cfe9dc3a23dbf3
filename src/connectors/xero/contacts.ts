import type { FarPayer } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { type Contact, list, write } from '#connectors/xero/api.ts'

/** As long as a name there may be. */
const MOST = 255
const clipped = (words: string | null, most = MOST) => (words ?? '').replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed()
const folded = (words: string | null | undefined) => clipped(words ?? '').toLowerCase()

/** What the contact of a payer is called. No two that are in use have one name there. */
const nameOf = ({ name, businessName }: Pick<FarPayer, 'name' | 'businessName'>) => clipped(businessName) || clipped(name)
const otherName = (payer: FarPayer) => `${clipped(nameOf(payer), MOST - 10).trim()} (${payer.uid.slice(-6)})`

/** An empty text clears what is there. */
function contactOf(payer: FarPayer, Name: string) {
  const words = clipped(payer.name).split(' ')
  const [one = '', two = '', three = '', ...rest] = (payer.address ?? '')
    .split('\n')
    .map((each) => clipped(each))
    .filter(Boolean)
  return {
    Name,
    FirstName: words.slice(0, -1).join(' '),
    LastName: words.at(-1) ?? '',
    EmailAddress: clipped(payer.email),
    Addresses: [
      {
        AddressType: 'POBOX',
        ...{ AddressLine1: one, AddressLine2: two, AddressLine3: three, AddressLine4: clipped(rest.join(', ')) },
        PostalCode: clipped(payer.postcode, 50),
      },
    ],
  }
}

const postcodesOf = ({ Addresses }: Contact) => (Addresses ?? []).map(({ PostalCode }) => folded(PostalCode))

/** Whether a contact that others may have made is this payer: of the same e-mail address and postcode. */
const isSame = (there: Contact, { email, postcode }: FarPayer) =>
  folded(there.EmailAddress) === folded(email) &&
  (postcode ? postcodesOf(there).includes(folded(postcode)) : postcodesOf(there).every((each) => each === ''))

/** Contacts in whose name, number or e-mail address this stands. */
const search = async (wire: Wire, searchTerm: string) => (await list(wire, 'Contacts', { searchTerm })).found

/** Writes a contact: the known one, else ours or one of the same name and details, else a new one. */
export async function putContact(wire: Wire, payer: FarPayer, known?: { id: string }): Promise<{ id: string }> {
  if (known) return change(wire, payer, known.id)
  const name = nameOf(payer)
  const named = (await search(wire, name)).filter(({ Name }) => [folded(name), folded(otherName(payer))].includes(folded(Name)))
  const ours = named.find(({ ContactNumber }) => ContactNumber === payer.uid)
  const there = ours ?? named.find((each) => folded(each.Name) === folded(name) && isSame(each, payer))
  if (there) return ours && !isSame(ours, payer) ? change(wire, payer, ours.ContactID) : { id: there.ContactID }
  const body = { ContactNumber: payer.uid, ...contactOf(payer, named.length > 0 ? otherName(payer) : name) }
  return { id: (await write(wire, 'Contacts', body, { key: `payer-${payer.uid}` })).ContactID }
}

async function change(wire: Wire, payer: FarPayer, id: string): Promise<{ id: string }> {
  const send = (name: string) =>
    write(wire, 'Contacts', { ContactID: id, ...contactOf(payer, name) }, { method: 'POST', path: `Contacts/${id}` })
  try {
    await send(nameOf(payer))
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'refused')) throw error
    // Another one there may have the name: with the other, what remains is what it says of the rest.
    await send(otherName(payer))
  }
  return { id }
}

/** The contact of this payer: by our id, else by name. */
export async function findContact(wire: Wire, { uid, number: name }: { uid: string; number: string }): Promise<{ id: string } | null> {
  const ours = (await search(wire, uid)).find(({ ContactNumber }) => ContactNumber === uid)
  const found = ours ?? (await search(wire, clipped(name))).find(({ Name }) => folded(Name) === folded(name))
  return found ? { id: found.ContactID } : null
}
