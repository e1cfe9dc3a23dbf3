import type { Client } from '#features/records/clients/contract.ts'

type ClientContact = Pick<Client, 'id' | 'name' | 'phone' | 'phoneE164' | 'email'>
/** What is known of a person before they are matched to a client. */
export type PersonDetails = { name?: string | undefined; phone?: string | undefined; email?: string | undefined }

/** The last digits of a number are the same with and without the code of the country. */
const TELLING_DIGITS = 9

/**
 * The clients who may be a person, matched by e-mail or number, else by name. None: the person is new; several: it is unclear which
 * of them it is.
 */
export function likelyClients<C extends ClientContact>(
  clients: readonly C[],
  { name, phone, email }: PersonDetails,
): { by: 'address' | 'name'; clients: C[] } {
  const [number, mail] = [tellingDigits(phone), email?.trim().toLowerCase()]
  const byAddress = clients.filter(
    (client) =>
      (mail && client.email?.trim().toLowerCase() === mail) || (number && tellingDigits(client.phoneE164 ?? client.phone) === number),
  )
  if (byAddress.length > 0) return { by: 'address', clients: byAddress }
  const called = plain(name)
  return { by: 'name', clients: called ? clients.filter((client) => plain(client.name) === called) : [] }
}

/** Undefined: too few to be a number. */
function tellingDigits(phone: string | null | undefined): string | undefined {
  const digits = phone?.replace(/\D/g, '') ?? ''
  return digits.length < TELLING_DIGITS ? undefined : digits.slice(-TELLING_DIGITS)
}

const plain = (name: string | undefined) => name?.trim().replace(/\s+/g, ' ').toLowerCase() ?? ''
