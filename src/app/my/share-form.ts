import type { FastifyRequest } from 'fastify'
import { fieldOf } from '#app/my/painting.ts'
import type { ShareForm } from '#app/my/share-view.ts'
import type { Chosen } from '#app/share/shared-record.ts'
import { SharePurpose } from '#features/records/guests/share-contract.ts'
import { LONGEST_RECIPIENT, MOST_SHARE_PHOTOS, SHARE_DAYS, USUAL_SHARE_DAYS } from '#features/records/guests/share-rules.ts'
import type { Day } from '#lib/dates.ts'
import { dayShape } from '#lib/day-shape.ts'
import type { FormBody } from '#platform/server/http/forms.ts'

/** As the form comes: the work, and nothing of what was found. */
export const EMPTY_FORM: ShareForm = {
  ...{ toName: '', purpose: '', work: true, findings: false, photoIds: [], from: '' },
  days: String(USUAL_SHARE_DAYS),
}

const PHOTO = 'photo-'

/** The contents of a form, as they were typed. */
export const formIn = (request: FastifyRequest): ShareForm => ({
  toName: fieldOf(request, 'toName').trim(),
  purpose: fieldOf(request, 'purpose'),
  work: fieldOf(request, 'work') === 'yes',
  findings: fieldOf(request, 'findings') === 'yes',
  photoIds: Object.keys((request.body ?? {}) as FormBody).flatMap((name) => (name.startsWith(PHOTO) ? [name.slice(PHOTO.length)] : [])),
  from: fieldOf(request, 'from').trim(),
  days: fieldOf(request, 'days'),
})

/** A choice that can be shown, with its recipient and how long it is open. */
export type Sharing = Chosen & { toName: string; purpose: SharePurpose; days: number }
type Within = { today: Day; photoIds: readonly string[] }

/** What a form chooses, or what is wrong with it, in a sentence. A photo that is not there to choose any more is left out. */
export function readShare(form: ShareForm, { today, photoIds }: Within): { sharing: Sharing } | { fault: string } {
  const purpose = SharePurpose.safeParse(form.purpose).data
  const days = SHARE_DAYS.find((one) => String(one) === form.days)
  const photos = form.photoIds.filter((id) => photoIds.includes(id))
  const fault = (sentence: string) => ({ fault: sentence })
  if (!form.toName) return fault('Say who it’s for: a name will do.')
  if (form.toName.length > LONGEST_RECIPIENT) return fault(`Use a shorter name: ${LONGEST_RECIPIENT} letters at most.`)
  if (!purpose) return fault('Say what it’s for.')
  if (form.findings && !form.work) return fault('Findings and advice are told with the work they belong to. Tick Work and feet too.')
  if (!form.work && photos.length === 0) return fault('Choose something to show: the work, or a photo.')
  if (photos.length > MOST_SHARE_PHOTOS) return fault(`A link shows ${MOST_SHARE_PHOTOS} photos at most. Untick some.`)
  if (form.from && !dayShape.safeParse(form.from).success) return fault('That isn’t a day. Choose one, or leave it empty.')
  if (form.from > today) return fault('That day is still to come. Choose an earlier one, or leave it empty.')
  if (!days) return fault('Choose for how long the link works.')
  const { toName, work, findings } = form
  return { sharing: { toName, purpose, days, parts: { work, findings }, photoIds: photos, fromOn: form.from || null } }
}
