import { type Day, shortDay, type WallTime } from '#lib/dates.ts'

/** Spec §9 Quick message templates. */
export const TEMPLATES = ['Appointment Update', 'Work Complete', 'Next Visit'] as const
export type Template = (typeof TEMPLATES)[number]

/** A visit as a message names it. `time` null: a stop, whose time is never given. */
export type TemplateVisit = {
  id: string
  day: Day
  time: WallTime | null
  period: 'AM' | 'PM'
  horses: readonly string[]
  work: string | null
}
export type TemplateWork = { day: Day; horses: readonly { name: string; work: string; advice: string | null; nextDue: Day | null }[] }

/** The facts about a client that the templates use. */
export type TemplateFacts = {
  firstName: string
  today: Day
  /** Visits to come, soonest first. */
  visits: readonly TemplateVisit[]
  /** The last work done. */
  work: TemplateWork | null
  /** Horses without a visit to come, soonest due first. */
  due: readonly { name: string; nextDue: Day }[]
}
/** A filled message and the visit it is about; or why there is nothing to write. */
export type Filled = { content: string; appointmentId: string | null } | { missing: string }

/** Fills a template with the facts on record of the client (Spec §2 Messaging panel, quick message templates). */
export function fillTemplate(template: Template, facts: TemplateFacts): Filled {
  if (template === 'Appointment Update') return update(facts)
  return template === 'Work Complete' ? workComplete(facts) : nextVisit(facts)
}

const greeting = (firstName: string) => (firstName ? `Hi ${firstName}` : 'Hello')

function update({ firstName, today, visits }: TemplateFacts): Filled {
  const [visit] = visits
  if (!visit) return { missing: "There's no visit in the diary to tell them about." }
  return { content: `${greeting(firstName)}, your visit is ${whenOf(visit, today)}${forHorses(visit)}.`, appointmentId: visit.id }
}

function workComplete({ firstName, today, work }: TemplateFacts): Filled {
  if (!work) return { missing: "There's no work on record yet." }
  const day = work.day === today ? '' : ` on ${shortDay(work.day)}`
  const done = work.horses.map(({ name, work: kind }) => `${name} (${lowered(kind)})`)
  const advice = work.horses.flatMap(({ name, advice: words }) => (words ? [`${name}: ${ended(words)}`] : []))
  const dues = work.horses.flatMap(({ name, nextDue }) => (nextDue ? [`${name} is next due about ${shortDay(nextDue)}.`] : []))
  return { content: [`${greeting(firstName)}, all done${day}: ${listed(done)}.`, ...advice, ...dues].join(' '), appointmentId: null }
}

function nextVisit({ firstName, today, visits, due }: TemplateFacts): Filled {
  const visit = visits.find(({ day }) => day > today)
  if (visit)
    return { content: `${greeting(firstName)}, your next visit is ${whenOf(visit, today)}${forHorses(visit)}.`, appointmentId: visit.id }
  const [first, ...others] = due
  if (!first) return { missing: "There's no coming visit, and no horse with a due date." }
  const also = others.filter(({ nextDue }) => nextDue === first.nextDue).map(({ name }) => name)
  const names = [first.name, ...also]
  const is = `${listed(names)} ${names.length > 1 ? 'are' : 'is'}`
  const when = first.nextDue < today ? `${is} due now` : `${is} due about ${shortDay(first.nextDue)}`
  return { content: `${greeting(firstName)}, ${when}. Which days would suit you?`, appointmentId: null }
}

/** `today at 09:00`, `on Tue 24 Nov in the morning`: a stop has no time. */
function whenOf({ day, time, period }: TemplateVisit, today: Day): string {
  const on = day === today ? 'today' : `on ${shortDay(day)}`
  return time ? `${on} at ${time}` : `${on} in the ${period === 'AM' ? 'morning' : 'afternoon'}`
}

const forHorses = ({ horses, work }: TemplateVisit): string =>
  `${horses.length > 0 ? ` for ${listed(horses)}` : ''}${horses.length === 1 && work ? `, ${lowered(work)}` : ''}`

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
const ended = (words: string) => (/[.!?]$/.test(words.trim()) ? words.trim() : `${words.trim()}.`)
const listed = (words: readonly string[]) => (words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? ''))
