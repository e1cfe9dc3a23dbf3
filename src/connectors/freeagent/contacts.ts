import { type Contact, change, idOf, list, make } from '#connectors/freeagent/api.ts'
import type { FarPayer } from '#connectors/kit/ledger.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/** As long as what we write there may be. */
const MOST = 250
const clipped = (words: string) => words.replace(/\s+/g, ' ').trim().slice(0, MOST).toWellFormed()

/** A contact has a name and a surname, or an organisation. */
function namesOf({ name, businessName }: Pick<FarPayer, 'name' | 'businessName'>) {
  const words = clipped(name).split(' ')
  const [first, last] = [words.slice(0, -1).join(' '), words.at(-1) ?? '']
  if (first === '')
    return { organisation_name: businessName ? clipped(`${businessName} ${last}`) : last, first_name: null, last_name: null }
  return { organisation_name: businessName ? clipped(businessName) : null, first_name: first, last_name: last }
}

function contactOf(payer: FarPayer) {
  const [one, two, ...rest] = (payer.address ?? '').split('\n').map(clipped).filter(Boolean)
  return {
    ...namesOf(payer),
    email: payer.email,
    address1: one ?? null,
    address2: two ?? null,
    address3: rest.length > 0 ? clipped(rest.join(', ')) : null,
    postcode: payer.postcode ? clipped(payer.postcode) : null,
  }
}

const sameAs = (a: string | null | undefined, b: string | null | undefined) =>
  clipped(a ?? '').toLowerCase() === clipped(b ?? '').toLowerCase()

/* Contacts are listed once a pass: a practice's first invoices bring hundreds of payers. */
const listed = new WeakMap<Wire['fetch'], Promise<Contact[]>>()

function contactsOf({ fetch, credentials }: Wire): Promise<Contact[]> {
  const known = listed.get(fetch) ?? list({ fetch, credentials }, 'contacts', { view: 'all' })
  listed.set(fetch, known)
  return known
}

/** Writes a contact: the known one, else the one of the same names, e-mail and postcode, else a new one. */
export async function putContact(wire: Wire, payer: FarPayer, known?: { id: string }): Promise<{ id: string }> {
  const contact = contactOf(payer)
  try {
    if (known) {
      await change(wire, known.id, { contact })
      listed.delete(wire.fetch)
      return { id: known.id }
    }
    const all = await contactsOf(wire)
    const same = all.find((each) =>
      (['organisation_name', 'first_name', 'last_name', 'email', 'postcode'] as const).every((key) => sameAs(each[key], contact[key])),
    )
    if (same) return { id: idOf(same.url) }
    const { id } = await make(wire, 'contacts', { contact: { ...contact, country: 'United Kingdom' } })
    all.push({ ...contact, url: `/v2/${id}` })
    return { id }
  } catch (error) {
    // What has arrived there is not known: the next one looks again.
    listed.delete(wire.fetch)
    throw error
  }
}

/** The contact of this name. */
export async function contactNamed(wire: Wire, name: string): Promise<{ id: string } | null> {
  const found = (await list(wire, 'contacts', { view: 'all' })).find(({ first_name, last_name, organisation_name }) =>
    sameAs([first_name, last_name].filter(Boolean).join(' ') || organisation_name, name),
  )
  return found ? { id: idOf(found.url) } : null
}
