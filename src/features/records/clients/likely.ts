import type { Client } from '#features/records/clients/contract.ts'

type Known = Pick<Client, 'id' | 'name' | 'phone' | 'phoneE164' | 'email'>
/** What somebody said of a person. */
export type Said = { name?: string | undefined; phone?: string | undefined; email?: string | undefined }

/** The last digits of a number are the same with and without the code of the country. */
const TELLING_DIGITS = 9

/**
 * The clients who may be a person, and by what: whoever has the e-mail or the number, else whoever has the name. None: they are new; several: nobody
 * can tell which.
 */
export function likelyClients<C extends Known>(
  clients: readonly C[],
  { name, phone, email }: Said,
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
