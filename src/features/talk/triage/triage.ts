import { FEET, type FootName, type FootScheme, footWords } from '#features/core/practice/foot-names.ts'
import { capital } from '#lib/capital.ts'

/** Path where an owner reports a lost shoe; the token follows. */
export const TRIAGE_PATH = '/lost-shoe/'
/** How long the link is valid: shoes are lost all year round. */
export const TRIAGE_LINK_DAYS = 365
export const LONGEST_WHERE = 500

type Choice<V extends string> = { value: V; label: string }

const LOSSES = [
  { value: 'off', label: 'Off, and found' },
  { value: 'missing', label: 'Off, and not found' },
  { value: 'sprung', label: 'Still on, but bent or loose' },
  { value: 'hoof', label: 'The hoof has broken' },
] as const
const INJURIES = [
  { value: 'none', label: 'Nothing to see' },
  { value: 'nail', label: 'A nail or something else is, or was, in the foot' },
  { value: 'wound', label: 'Blood, a cut or a hole' },
] as const
const LAME = [
  { value: 'sound', label: 'Walks sound' },
  { value: 'sore', label: 'A little foot-sore' },
  { value: 'lame', label: 'Lame' },
  { value: 'hanging', label: 'Puts no weight on it' },
] as const
const WAITS = [
  { value: 'now', label: 'As soon as you can' },
  { value: 'today', label: 'Today' },
  { value: 'tomorrow', label: 'Tomorrow will do' },
  { value: 'days', label: 'In the next days' },
] as const

/** The five questions with their answers, in the order they are put; the horse and its foot are the first. */
export const QUESTIONS = {
  loss: { legend: 'What about the shoe?', choices: LOSSES },
  injury: { legend: 'Look at the foot: what can you see?', choices: INJURIES },
  lame: { legend: 'How is the horse moving?', choices: LAME },
  wait: { legend: 'When do you need somebody?', choices: WAITS },
} as const satisfies Record<string, { legend: string; choices: readonly Choice<string>[] }>
type Question = keyof typeof QUESTIONS

/** An owner's answers. */
export type TriageAnswers = {
  horseId: string
  foot: FootName
  where: string
} & { [Q in Question]: (typeof QUESTIONS)[Q]['choices'][number]['value'] }

/** The feet as answers, in this practice's words and as the owner sees them. */
export const footChoices = (scheme: FootScheme): Choice<FootName>[] =>
  FEET.map((foot) => ({ value: foot, label: `${capital(footWords(foot, scheme))}${scheme === 'near-off' ? PLAIN[foot] : ''}` }))

const PLAIN: Readonly<Record<FootName, string>> = {
  NF: ' (left front)',
  OF: ' (right front)',
  NH: ' (left hind)',
  OH: ' (right hind)',
}

/** The form's answers by name; an answer of `undefined` is missing. */
export function readTriage(form: Record<string, unknown>, horses: readonly { id: string }[]): Partial<TriageAnswers> {
  const fieldOf = (name: string) => (typeof form[name] === 'string' ? (form[name] as string) : '')
  const oneOf = <V extends string>(name: string, values: readonly V[]) => values.find((value) => value === fieldOf(name))
  const [only] = horses.length === 1 ? horses : []
  const answers = {
    horseId: horses.find(({ id }) => id === fieldOf('horseId'))?.id ?? only?.id,
    foot: oneOf('foot', FEET),
    where: fieldOf('where').trim().slice(0, LONGEST_WHERE),
    ...Object.fromEntries(
      Object.entries(QUESTIONS).map(([name, { choices }]) => [
        name,
        oneOf(
          name,
          choices.map(({ value }) => value),
        ),
      ]),
    ),
  } as TriageAnswers
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined)) as Partial<TriageAnswers>
}

/** Whether every question has its answer. If no horse is on record, none is required. */
export const isWhole = (answers: Partial<TriageAnswers>, horses: readonly unknown[]): answers is TriageAnswers =>
  answers.foot !== undefined &&
  (answers.horseId !== undefined || horses.length === 0) &&
  Object.keys(QUESTIONS).every((name) => answers[name as Question] !== undefined)

/**
 * Whether a vet is needed before a farrier: an object in the foot can reach bone, joint or sheath within hours, and a horse that puts no
 * weight on a foot has more than lost a shoe (product.md: puncture answers read "call your vet now").
 */
export const needsVet = ({ injury, lame }: Pick<TriageAnswers, 'injury' | 'lame'>): boolean => injury !== 'none' || lame === 'hanging'

/** The answers as the farrier reads them. */
export function triageWords(answers: TriageAnswers, horseName: string | undefined, scheme: FootScheme): string {
  const label = (question: Question) => QUESTIONS[question].choices.find(({ value }) => value === answers[question])?.label ?? ''
  return [
    `${horseName ?? 'A horse'}, ${footWords(answers.foot, scheme)}.`,
    `Shoe: ${label('loss')}.`,
    `Foot: ${label('injury')}.`,
    `Goes: ${label('lame')}.`,
    `Wanted: ${label('wait')}.`,
    ...(answers.where ? [`Where: ${answers.where}`] : []),
    ...(needsVet(answers) ? ['They were told to call a vet straight away.'] : []),
  ].join('\n')
}

/** What an owner's link shows. */
export type TriagePage = {
  practiceName: string
  /** Where the farrier's picture is; null: the practice has none. */
  picture: string | null
  ownerName: string
  scheme: FootScheme
  horses: readonly { id: string; name: string; vetName: string | null; vetPhone: string | null }[]
  /** The current price of a call-out, in words. */
  price: string
  isWorking: boolean
}

/** The owner's step: the questions, the consequences and the price, or sent. */
export type TriageStep =
  | { step: 'ask'; answers: Partial<TriageAnswers>; isIncomplete: boolean }
  | { step: 'confirm'; answers: TriageAnswers; fault?: string }
  | { step: 'sent'; needsVet: boolean }
