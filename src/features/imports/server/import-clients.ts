import { EMAIL } from '#features/clients/rules.ts'
import { addClient, changeClient, requireClient } from '#features/clients/server/service.ts'
import type { ImportedClient } from '#features/imports/contract.ts'
import { duplicateFinder, type Identity } from '#features/imports/rules.ts'
import { listIdentities } from '#features/imports/server/queries.ts'
import { textOf } from '#features/imports/server/text.ts'
import { type Card, readCards } from '#features/imports/server/vcard.ts'
import { uuidv7 } from '#lib/ids.ts'
import { toE164 } from '#lib/phone.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/db.ts'

type Known = Identity & { id: string | null }
type Choice = { content: string; skip: readonly number[]; join: readonly number[] }

/** What a vCard file would add: each contact as a client, with who it seems to double. @throws unreadable_file */
export async function previewClients(tx: PracticeTx, content: string): Promise<{ clients: ImportedClient[]; unreadable: string[] }> {
  const { cards, unreadable } = readCards(textOf(content))
  const finder = duplicateFinder<Known>(await listIdentities(tx))
  const clients = cards.map((card, index) => {
    const client = clientOf(card, index)
    const found = finder.find(client)
    finder.add({ id: null, name: client.name, phoneE164: client.phoneE164, email: client.email })
    return { ...client, duplicateOf: found ? { id: found.match.id, name: found.match.name, because: found.because } : null }
  })
  return { clients, unreadable }
}

/**
 * Adds a file's contacts one by one as single entry does, in the caller's transaction: all or none. One in `join` fills the empty
 * fields of the client it doubles; one in `skip` is left out.
 * @throws unreadable_file
 */
export async function importClients(tx: PracticeTx, actor: Actor, { content, skip, join }: Choice) {
  const { cards } = readCards(textOf(content))
  const [skipped, joined] = [new Set(skip), new Set(join)]
  const finder = duplicateFinder<Identity & { id: string }>(await listIdentities(tx))
  const done = { added: 0, joined: 0, skipped: 0 }
  for (const [index, card] of cards.entries()) {
    const client = clientOf(card, index)
    if (skipped.has(index)) {
      done.skipped++
      continue
    }
    const found = joined.has(index) ? finder.find(client) : undefined
    if (found) {
      await fillEmptyFields(tx, actor, found.match.id, client)
      done.joined++
      continue
    }
    const id = uuidv7()
    await addClient(tx, actor, id, fieldsOf(client))
    finder.add({ id, name: client.name, phoneE164: client.phoneE164, email: client.email })
    done.added++
  }
  return done
}

async function fillEmptyFields(tx: PracticeTx, actor: Actor, id: string, client: ImportedClient) {
  const row = await requireClient(tx, id)
  const isEmpty = {
    email: !row.email,
    phone: !row.phone_as_typed,
    businessName: !row.business_name,
    address: !row.address,
    postcode: !row.postcode,
    notes: !row.notes,
    name: false,
  }
  const fields = Object.entries(fieldsOf(client)).filter(([name, value]) => value && isEmpty[name as keyof typeof isEmpty])
  if (fields.length > 0) await changeClient(tx, actor, id, Object.fromEntries(fields))
}

const fieldsOf = ({ name, email, phone, businessName, address, postcode, notes }: ImportedClient) => ({
  name,
  email,
  phone,
  businessName,
  address,
  postcode,
  notes,
})

/** A card as a client, within the limits single entry has; what does not fit a field goes to the notes, so nothing is lost. */
function clientOf(card: Card, index: number): ImportedClient {
  const [phone, ...otherPhones] = card.phones
  const emails = card.emails.filter((email) => EMAIL.test(email))
  const [email, ...otherEmails] = emails
  const phoneE164 = toE164(phone)
  const warnings = [
    card.isNamed ? '' : 'This contact has no name; its address stands in for it.',
    phone && !phoneE164 ? `${phone} is not a number that can be texted; it is kept as it is written.` : '',
    ...card.emails.filter((each) => !EMAIL.test(each)).map((each) => `${each} is not an e-mail address and was left out.`),
  ].filter(Boolean)
  const more = [
    otherPhones.length > 0 ? `Other phones: ${otherPhones.join(', ')}` : '',
    otherEmails.length > 0 ? `Other e-mail addresses: ${otherEmails.join(', ')}` : '',
  ]
  return {
    index,
    name: card.name.slice(0, 200),
    businessName: card.businessName?.slice(0, 200) ?? null,
    email: email ?? null,
    phone: phone?.slice(0, 40) ?? null,
    phoneE164,
    address: card.address?.slice(0, 500) ?? null,
    postcode: card.postcode?.slice(0, 12) ?? null,
    notes: [card.notes, ...more].filter(Boolean).join('\n').slice(0, 10_000) || null,
    duplicateOf: null,
    warnings,
  }
}
