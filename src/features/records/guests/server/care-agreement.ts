import type { AgreedHow, CareConsent } from '#features/records/guests/care-contract.ts'
import { CARE_ROLES, careName, careStatesOf, careStateWords, inList } from '#features/records/guests/care-rules.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf, timeOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import { addText, type Doc, INK_2, type Part, paperPdf, sectionOf } from '#platform/server/paper/paper.ts'

/** Where a fact begins, right of what it is called. */
const INDENT = 132

type Reader = Pick<Actor, 'practiceName' | 'zone'>

/** What was agreed as a PDF of A4 pages: who requested it, how, when and by whom it was agreed, in which words, and its status or end. */
export function agreementPdf(consent: CareConsent, { practiceName, zone }: Reader): Promise<Buffer> {
  const title = agreementTitle(consent)
  return paperPdf({ title, practiceName, foot: [practiceName, title] }, (doc, root) => {
    addText(doc, root, 'P', practiceName, { font: 'bold', size: 14 })
    doc.moveDown(1)
    addText(doc, root, 'H1', 'Who may see a horse', { font: 'bold', size: 22 })
    doc.moveDown(0.5)
    for (const [label, words] of factsOf(consent, zone)) if (words) fact(doc, root, label, words)
    const section = sectionOf(doc, root)
    addText(doc, section, 'H2', 'What was agreed, word for word', { font: 'bold', size: 13 })
    doc.moveDown(0.3)
    addText(doc, section, 'P', consent.words)
    section.end()
  })
}

/** Of its file and its pages. */
export const agreementTitle = ({ toName, clientName }: CareConsent): string => `Agreement of ${clientName} about ${toName}`

const factsOf = (consent: CareConsent, zone: string): [label: string, words: string | null][] => [
  ['Owner', consent.clientName],
  ['Who may see', `${careName(consent)}, ${CARE_ROLES[consent.role].as}`],
  ['Invited at', consent.to],
  ['Registration', consent.regNumber && `${consent.regNumber}, as they say`],
  ['Asked', `${when(consent.askedAt, zone)}, by ${ASKED_BY[consent.askedBy]}`],
  ['Agreed', consent.agreedAt && `${when(consent.agreedAt, zone)}, ${HOW[consent.agreedHow ?? 'portal']}`],
  ['Written down by', consent.notedBy],
  ['Farrier’s yes', consent.approvedAt && when(consent.approvedAt, zone)],
  ['Turned down', consent.refusedAt && `${when(consent.refusedAt, zone)}, by ${WHO[consent.refusedBy ?? 'owner']}`],
  ['Taken back', consent.takenBackAt && `${when(consent.takenBackAt, zone)}, by ${WHO[consent.takenBackBy ?? 'owner']}`],
  ...careStatesOf(consent, currentTime()).map(({ state, horses }): [string, string] => [
    inList(horses.map(({ name }) => name)),
    `${careStateWords(state, 'practice', zone)} (as at ${when(currentTime().toISOString(), zone)})`,
  ]),
]

/** How an owner agreed, as the paper puts it. */
const HOW: Readonly<Record<AgreedHow, string>> = {
  portal: 'by the owner, signed in to their portal',
  link: 'by a tap on the page of a link that was sent to the owner',
  said: 'said to a member of the practice, who noted it; the owner was told',
  written: 'in writing to a member of the practice, who noted it; the owner was told',
}
const WHO = { owner: 'the owner', practice: 'the farrier', invited: 'whoever was invited' } as const

const when = (at: string, zone: string) => `${dayAndYear(dayOf(at, zone))} at ${timeOf(at, zone)}`

function fact(doc: Doc, root: Part, label: string, words: string) {
  const [x, top] = [doc.page.margins.left, doc.y]
  addText(doc, root, 'P', label, { color: INK_2, x, y: top, width: INDENT - 8 })
  const under = doc.y
  doc.y = top
  addText(doc, root, 'P', words, { x: x + INDENT })
  doc.y = Math.max(doc.y, under)
  doc.x = x
}

const ASKED_BY = { owner: 'the owner', practice: 'the farrier', carer: 'a colleague who looks after the horse' } as const
