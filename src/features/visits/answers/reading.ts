import type { Outcome } from '#features/visits/answers/answer-page.ts'
import { AnswerKind, GivenAnswer } from '#features/visits/answers/contract.ts'

type Form = Readonly<Record<string, string | readonly string[]>>

/** The answer in a form of the owner's page; else why it holds none, with what was typed. A form of an unknown kind gives neither. */
export function readAnswer(form: Form): { given?: GivenAnswer; fault?: Outcome['fault']; typed?: Record<string, string> } {
  const kind = AnswerKind.safeParse(form.kind).data
  if (!kind) return {}
  const suits = [form.suits ?? []].flat()
  const fields = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, [value].flat()[0] ?? '']))
  const words = kind === 'move' ? [suits.join(', '), fields.words].filter(Boolean).join('. ') : fields.words
  const parsed = GivenAnswer.safeParse({ ...fields, horseId: fields.horseId || undefined, words, kind })
  return parsed.success ? { given: parsed.data, typed: fields } : { fault: { kind, sentence: FAULTS[kind], typed: fields } }
}

const FAULTS: Record<AnswerKind, string> = {
  confirmed: 'Press the button again.',
  move: 'Say what would suit you.',
  add_horse: 'Say which horse it is.',
  box_rest: 'Choose the horse, and a day that exists.',
  gate_code: 'Type the code.',
  cancel: 'Press the button again.',
  cancelled: 'Press the button again.',
}
