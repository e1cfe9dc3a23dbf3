import parsePhoneNumber from 'libphonenumber-js/min'

/**
 * Converts a number as typed in the United Kingdom to E.164, `+447700900118`; null when it is not a valid number. Server only: the rules weigh
 * 80 kB.
 */
export function toE164(typed: string | null | undefined): string | null {
  if (!typed) return null
  const parsed = parsePhoneNumber(typed, 'GB')
  if (!parsed) return null
  return parsed.isValid() || RESERVED.test(parsed.number) ? parsed.number : null
}

/**
 * Mobile numbers that Ofcom reserves for drama and tests. They belong to no one, so the demo practice uses them. The library's rules call them
 * invalid.
 */
const RESERVED = /^\+447700900\d{3}$/
