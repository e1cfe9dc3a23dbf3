import type { LoneKind, NoticeKind, VisitKind } from '#features/core/notices/contract.ts'
import type { TextField } from '#features/core/practice/rules.ts'

/**
 * How each kind of text goes until the practice has words of its own: neutral, as a service message must be, and signed. `message` is what
 * the farrier typed, and `alert` is for members.
 */
export const DEFAULT_WORDING: Record<NoticeKind, string> = {
  reminder: 'Hi {name}, a reminder of your visit ({visit}) on {day} {time}.\nConfirm or reply: {answer}\nWhere I am: {link}\n{practice}',
  on_my_way: "Hi {name}, I'm on my way to you ({visit}).\n{prep}\nWhere I am: {link}\n{practice}",
  next: 'Hi {name}, {ahead} ({visit}).\n{prep}\nWhere I am: {link}\n{practice}',
  late: "Hi {name}, I'm running {late} late today ({visit}). {reason}\nWhere I am: {link}\n{practice}",
  not_reached: "Hi {name}, I'm sorry, I can't reach you today ({visit}). {reason}\nI'll be in touch about another day.\n{practice}",
  booked: 'Hi {name}, your visit ({visit}) is booked for {day} {time}.\nNeed to change it? {answer}\n{practice}',
  moved: 'Hi {name}, your visit ({visit}) on {was} has moved to {day} {time}.\nOK? {answer}\n{practice}',
  cancelled: 'Hi {name}, your visit ({visit}) on {day} {time} is cancelled.\n{practice}',
  message: '{text}',
  auto_reply: '{text}\n{practice}',
  rights: "Hi {name}, we have your request: {request}.\nWe'll answer by {deadline}.\nReference: {reference}\n{link}\n{practice}",
  rights_done: 'Hi {name}, your request is done: {request}.\n{text}\n{link}\n{practice}',
  terms: 'Hi {name}, please read and accept my terms of business:\n{link}\n{practice}',
  offer: 'Hi {name}, a slot has come free on {day} {time} for {horse}. First to say yes gets it: {answer}\n{practice}',
  offer_taken: "Hi {name}, thank you, but the slot on {day} {time} has gone. I'll be in touch about {horse}.\n{practice}",
  answer_noted: 'Hi {name}, thank you, noted: {text}\n{practice}',
  stop_noted: "You won't get any more texts from {practice}. Text START to get them again.",
  start_noted: "You'll get texts from {practice} again. Text STOP to stop them.",
  triage: 'Hi {name}, tell me about the lost shoe here, with a photo if you can:\n{link}\n{practice}',
  invoice: 'Hi {name}, here is {document} for {amount}, {due}.\n{link}\n{practice}',
  receipt: 'Hi {name}, thank you, {amount} received on {day}. {owed}\n{link}\n{practice}',
  chaser: 'Hi {name}, a reminder: {amount} has been due since {day} ({document}). Paid already? Thank you.\n{link}\n{practice}',
  statement: 'Hi {name}, here is your statement. {owed}\n{link}\n{practice}',
  portal: 'Hi {name}, you can see your visits, horses and bills with me in one place, here:\n{link}\n{practice}',
  portal_other: "Hi {name}, {who} would like you to see when I'm coming, here:\n{link}\n{practice}",
  answered_other: "Hi {name}, I've answered what you wrote, here:\n{link}\n{practice}",
  let_in: 'Hi {name}, {who} can now see {sees}. Not right? Tell me.\nEnd it: {link}\n{practice}',
  service_offer: 'Hi {name}, new, if you want it: {text}\n{link}\n{practice}',
  service_started: 'Hi {name}, {text}\n{link}\n{practice}',
  service_ended: 'Hi {name}, {text}\n{link}\n{practice}',
  care_invite: "Hi {name}, {who} would like you to see a horse's record, here:\n{link}\n{practice}",
  care_ask: 'Hi {name}, {text}\nYes or no: {link}\n{practice}',
  care_told: 'Hi {name}, {text}\nNot right? Stop it here: {link}\n{practice}',
  review: 'Hi {name}, thank you for your custom. You can write a review of my work here:\n{link}\n{practice}',
  photo_ask: "Hi {name}, may I use photos of your horse's feet in public? You choose, yes or no:\n{link}\n{practice}",
  lone_ask: '{text}',
  lone_ring: '{text}',
  lone_text: '{text}',
  portal_code: '{text}',
  seller_notice: '{text}',
  alert: '{text}',
}

/** The fields that mean something in a text of this kind. */
export const FIELDS_OF: Record<NoticeKind, readonly TextField[]> = {
  reminder: ['name', 'visit', 'day', 'time', 'answer', 'link', 'practice'],
  on_my_way: ['name', 'visit', 'prep', 'link', 'practice'],
  next: ['name', 'visit', 'ahead', 'prep', 'link', 'practice'],
  late: ['name', 'visit', 'late', 'reason', 'link', 'practice'],
  not_reached: ['name', 'visit', 'reason', 'practice'],
  booked: ['name', 'visit', 'day', 'time', 'answer', 'practice'],
  moved: ['name', 'visit', 'was', 'day', 'time', 'answer', 'practice'],
  cancelled: ['name', 'visit', 'day', 'time', 'practice'],
  message: ['text'],
  auto_reply: ['name', 'text', 'practice'],
  rights: ['name', 'request', 'deadline', 'reference', 'link', 'practice'],
  rights_done: ['name', 'request', 'text', 'reference', 'link', 'practice'],
  terms: ['name', 'link', 'practice'],
  offer: ['name', 'day', 'time', 'horse', 'answer', 'practice'],
  offer_taken: ['name', 'day', 'time', 'horse', 'practice'],
  answer_noted: ['name', 'text', 'practice'],
  stop_noted: ['practice'],
  start_noted: ['practice'],
  triage: ['name', 'link', 'practice'],
  invoice: ['name', 'document', 'amount', 'due', 'link', 'practice'],
  receipt: ['name', 'amount', 'day', 'owed', 'link', 'practice'],
  chaser: ['name', 'amount', 'day', 'document', 'link', 'practice'],
  statement: ['name', 'owed', 'link', 'practice'],
  portal: ['name', 'link', 'practice'],
  portal_other: ['name', 'who', 'link', 'practice'],
  answered_other: ['name', 'link', 'practice'],
  let_in: ['name', 'who', 'sees', 'link', 'practice'],
  service_offer: ['name', 'text', 'link', 'practice'],
  service_started: ['name', 'text', 'link', 'practice'],
  service_ended: ['name', 'text', 'link', 'practice'],
  care_invite: ['name', 'who', 'link', 'practice'],
  care_ask: ['name', 'text', 'link', 'practice'],
  care_told: ['name', 'text', 'link', 'practice'],
  review: ['name', 'link', 'practice'],
  photo_ask: ['name', 'link', 'practice'],
  lone_ask: ['text'],
  lone_ring: ['text'],
  lone_text: ['text'],
  portal_code: ['text'],
  seller_notice: ['text'],
  alert: ['text'],
}

/** Whether a notice is a member's own and no client's: its words are complete as they are written. */
export function isForMember(kind: NoticeKind): kind is LoneKind | 'alert' {
  return kind === 'alert' || kind.startsWith('lone_')
}

/** Whether a notice goes to someone other than the client it is about: the client's own wishes and answers do not apply to it. */
export const isToOther = (kind: NoticeKind): boolean => OTHERS.has(kind)

const OTHERS: ReadonlySet<NoticeKind> = new Set(['portal_other', 'answered_other', 'care_invite'])

/** Sent by the server's operator. */
const IS_OPERATORS: ReadonlySet<NoticeKind> = new Set(['portal_code', 'seller_notice'])

/** The kinds of text whose words a practice may choose. */
export const EDITABLE_KINDS = (Object.keys(DEFAULT_WORDING) as NoticeKind[]).filter(
  (kind) => kind !== 'message' && !IS_OPERATORS.has(kind) && !isForMember(kind),
)

/** Lines that are about one thing are left out when there is none. */
export const ALONE: readonly TextField[] = ['link', 'prep', 'answer', 'text', 'deadline', 'reference']

/** The subjects of texts that are about no visit; `{practice}` is filled in. */
export const WORD_SUBJECTS: Record<Exclude<NoticeKind, VisitKind | LoneKind | 'portal_code' | 'seller_notice' | 'alert'>, string> = {
  message: 'A message from {practice}',
  auto_reply: 'A message from {practice}',
  rights: 'Your data with {practice}',
  rights_done: 'Your data with {practice}',
  terms: 'Terms of business from {practice}',
  offer: 'A slot has come free',
  offer_taken: 'The slot has gone',
  answer_noted: 'Thank you, noted',
  stop_noted: 'No more texts',
  start_noted: 'Texts restarted',
  triage: 'About the lost shoe',
  invoice: 'An invoice from {practice}',
  receipt: 'Payment received, thank you',
  chaser: 'A reminder from {practice}',
  statement: 'Your statement from {practice}',
  portal: 'Your horses with {practice}',
  portal_other: 'An invitation from {practice}',
  answered_other: 'An answer from {practice}',
  let_in: 'Who can see your horses with {practice}',
  service_offer: 'Something new from {practice}',
  service_started: 'What you have with {practice}',
  service_ended: 'What ends with {practice}',
  care_invite: 'An invitation from {practice}',
  care_ask: 'Who may see your horse: your yes or no',
  care_told: 'Who may see your horse',
  review: 'A review of {practice}',
  photo_ask: 'Photos in public: your yes or no',
}
