import { apiKeySample } from '#features/core/api-keys/sample.ts'
import { billingSample } from '#features/core/billing/sample.ts'
import { letterheadSample } from '#features/core/letterhead/sample.ts'
import { noticeSample } from '#features/core/notices/sample.ts'
import type { Act } from '#features/core/practice/rules.ts'
import { practiceSample } from '#features/core/practice/sample.ts'
import { gapSample } from '#features/day/gaps/sample.ts'
import { loneSample } from '#features/day/lone/sample.ts'
import { roundSample } from '#features/day/round/sample.ts'
import { visitCardSample } from '#features/day/visit-card/sample.ts'
import { weatherSample } from '#features/day/weather/sample.ts'
import { fileSample } from '#features/evidence/files/sample.ts'
import { radiographSample } from '#features/evidence/radiographs/sample.ts'
import { voiceSample } from '#features/evidence/voice/sample.ts'
import { accountSample } from '#features/ledger/accounts/sample.ts'
import { invoiceSample } from '#features/ledger/invoices/sample.ts'
import { paymentSample } from '#features/ledger/payments/sample.ts'
import { bookSample } from '#features/office/books/sample.ts'
import { erasureSample } from '#features/office/erasure/sample.ts'
import { exportSample } from '#features/office/exports/sample.ts'
import { importSample } from '#features/office/imports/sample.ts'
import { integrationSample } from '#features/office/integrations/sample.ts'
import { postSample } from '#features/office/posts/sample.ts'
import { reportSample } from '#features/office/reports/sample.ts'
import { rightsSample } from '#features/office/rights/sample.ts'
import { webhookSample } from '#features/office/webhooks/sample.ts'
import { clientSample } from '#features/records/clients/sample.ts'
import { guestSample } from '#features/records/guests/sample.ts'
import { horseSample } from '#features/records/horses/sample.ts'
import { kindSample } from '#features/records/kinds/sample.ts'
import { photoConsentSample } from '#features/records/photo-consents/sample.ts'
import { priceSample } from '#features/records/prices/sample.ts'
import { serviceSample } from '#features/records/services/sample.ts'
import { termsSample } from '#features/records/terms/sample.ts'
import { yardSample } from '#features/records/yards/sample.ts'
import { messageSample } from '#features/talk/messaging/sample.ts'
import { triageSample } from '#features/talk/triage/sample.ts'
import { answerSample } from '#features/visits/answers/sample.ts'
import { appointmentSample } from '#features/visits/appointments/sample.ts'
import { calendarSample } from '#features/visits/calendars/sample.ts'
import { careSample } from '#features/visits/care/sample.ts'
import { taskSample } from '#features/visits/tasks/sample.ts'
import { workSample } from '#features/visits/work/sample.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { FeatureSample, Fields, MadeRecord, Takes } from '#testing/feature-sample.ts'
import { makeGround, type Sample } from '#testing/ground.ts'
import { makeMoney } from '#testing/money.ts'
import { platformSample } from '#testing/platform-sample.ts'
import type { FixturePractice } from '#testing/practice.ts'

export type Samples = Awaited<ReturnType<typeof makeSamples>>

const FEATURES: readonly FeatureSample[] = [
  billingSample,
  noticeSample,
  apiKeySample,
  letterheadSample,
  practiceSample,
  gapSample,
  loneSample,
  roundSample,
  weatherSample,
  visitCardSample,
  fileSample,
  radiographSample,
  voiceSample,
  accountSample,
  invoiceSample,
  paymentSample,
  bookSample,
  erasureSample,
  exportSample,
  importSample,
  integrationSample,
  webhookSample,
  reportSample,
  rightsSample,
  clientSample,
  horseSample,
  photoConsentSample,
  postSample,
  guestSample,
  serviceSample,
  kindSample,
  priceSample,
  termsSample,
  yardSample,
  messageSample,
  triageSample,
  answerSample,
  appointmentSample,
  calendarSample,
  taskSample,
  careSample,
  workSample,
  platformSample,
]

/** What writing each record takes of a device. */
export const TAKES: Readonly<Record<SyncedName, Takes>> = {
  ...practiceSample.takes,
  ...gapSample.takes,
  ...roundSample.takes,
  ...weatherSample.takes,
  ...fileSample.takes,
  ...radiographSample.takes,
  ...voiceSample.takes,
  ...invoiceSample.takes,
  ...paymentSample.takes,
  ...bookSample.takes,
  ...rightsSample.takes,
  ...clientSample.takes,
  ...horseSample.takes,
  ...photoConsentSample.takes,
  ...postSample.takes,
  ...guestSample.takes,
  ...kindSample.takes,
  ...priceSample.takes,
  ...termsSample.takes,
  ...yardSample.takes,
  ...messageSample.takes,
  ...answerSample.takes,
  ...appointmentSample.takes,
  ...calendarSample.takes,
  ...taskSample.takes,
  ...careSample.takes,
  ...workSample.takes,
}

/** One record of each kind that devices keep. */
export async function makeRecords(practice: FixturePractice): Promise<Readonly<Record<SyncedName, MadeRecord>>> {
  const of = await makeGround(practice)
  return {
    ...(await practiceSample.records(of)),
    ...(await gapSample.records(of)),
    ...(await roundSample.records(of)),
    ...(await weatherSample.records(of)),
    ...(await fileSample.records(of)),
    ...(await radiographSample.records(of)),
    ...(await voiceSample.records(of)),
    ...(await invoiceSample.records(of)),
    ...(await paymentSample.records(of)),
    ...(await bookSample.records(of)),
    ...(await rightsSample.records(of)),
    ...(await clientSample.records(of)),
    ...(await horseSample.records(of)),
    ...(await photoConsentSample.records(of)),
    ...(await postSample.records(of)),
    ...(await guestSample.records(of)),
    ...(await kindSample.records(of)),
    ...(await priceSample.records(of)),
    ...(await termsSample.records(of)),
    ...(await yardSample.records(of)),
    ...(await messageSample.records(of)),
    ...(await answerSample.records(of)),
    ...(await appointmentSample.records(of)),
    ...(await calendarSample.records(of)),
    ...(await taskSample.records(of)),
    ...(await careSample.records(of)),
    ...(await workSample.records(of)),
  }
}

/** What each changing field of a record takes. */
export const FIELDS_OF: Readonly<{ [T in SyncedName]?: Fields }> = Object.assign({}, ...FEATURES.map(({ fields }) => fields))

/** What each endpoint of a member takes (rules.ts WHO_MAY). Reading is for everyone unless it is listed here. */
export const NEEDS: Readonly<Record<string, Act | 'nothing'>> = Object.assign({}, ...FEATURES.map(({ needs }) => needs))

/** What each field of every endpoint with a body takes. */
export const FIELDS_SENT: Readonly<Record<string, Fields>> = Object.assign({}, ...FEATURES.map(({ sent }) => sent))

/** For every endpoint one request that works in this practice, with the records it needs. The sweeps walk them. */
export async function makeSamples(practice: FixturePractice) {
  const ground = await makeGround(practice)
  const of = { ...ground, money: await makeMoney(ground) }
  const all: Record<string, Sample> = {}
  for (const { requests } of FEATURES) Object.assign(all, await requests(of))
  return {
    names: Object.keys(all),
    of(name: string): Sample {
      const found = all[name]
      if (!found) throw new Error(`no sample for ${name} in the sample.ts of its feature`)
      return found
    },
    /** Removals last, then what ends one's own session, then what needs none and would have ended it: signing in and out. */
    inOrder: (names: string[]) => [...names].sort((a, b) => weight(a) - weight(b)),
  }
}

const weight = (name: string) =>
  /register|demo|logout/.test(name) ? 3 : name.includes('/auth/sessions/') ? 2 : name.startsWith('DELETE') ? 1 : 0
