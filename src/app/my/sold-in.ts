import type { Sale } from '#app/my/sold-view.ts'
import { AskFacts } from '#features/records/guests/contract.ts'
import { emailOf } from '#features/records/guests/rules.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { dayShape } from '#lib/day-shape.ts'
import { AppError } from '#lib/errors.ts'
import { toE164 } from '#lib/phone.ts'

const MOST_WORDS = 2000

/** What an owner typed, as it is recorded. @throws bad_request, in words, for what is missing or can't be */
export function soldIn({ what, day, along, ...typed }: Sale) {
  if (what === '') throw refusal('Choose what has happened.')
  const onDay = dayShape.safeParse(day).data
  if (!onDay) throw refusal('Choose the day.')
  const words = noneIfBlank(typed.words.replaceAll('\r\n', '\n').trim()) ?? null
  if (words && words.length > MOST_WORDS) throw refusal(`Your words are too long: write at most ${MOST_WORDS} letters.`)
  if (what === 'died') return { kind: 'died' as const, facts: { onDay }, words }
  if (along === '') throw refusal('Choose what the new owner may read.')
  const brings = along === 'none' ? undefined : along
  const facts = { ...newOwnerIn(typed), onDay, reason: what, ...(brings && { brings }) }
  return { kind: 'sold' as const, facts, words }
}

/** As it was typed, once it can be rung and written to. */
function newOwnerIn(typed: Pick<Sale, 'name' | 'phone' | 'email'>) {
  const [name, phone, email] = [typed.name.trim(), typed.phone.trim(), typed.email.trim()]
  if (phone && !toE164(phone)) throw refusal('That is no phone number. Write it in full, or leave it out.')
  if (email && !emailOf(email)) throw refusal('That is no e-mail address. Write it in full, or leave it out.')
  const { data } = AskFacts.safeParse({ ...(name && { name }), ...(phone && { phone }), ...(email && { email }) })
  if (!data) throw refusal('The name, the number or the e-mail is too long.')
  return data
}

const refusal = (words: string) => new AppError('bad_request', {}, words)
