import type pg from 'pg'
import { backUpJob, backupPlaces } from '#app/backups.ts'
import { topUpDemoJob } from '#app/demo-shared.ts'
import { declareEntities } from '#app/entities.ts'
import { followRows } from '#app/followers.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { forgetTravelTablesOfAll } from '#features/day/round/server/jobs.ts'
import { sweepFiles } from '#features/evidence/files/server/jobs.ts'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { transcribeNotes } from '#features/evidence/voice/server/jobs.ts'
import { chaseDebtors } from '#features/ledger/accounts/server/jobs.ts'
import { forgetWordsOfAll } from '#features/office/erasure/server/forgetting.ts'
import { eraseAgain, eraseClients } from '#features/office/erasure/server/jobs.ts'
import { exportsDays } from '#features/office/erasure/server/service.ts'
import { dropExports, makeExports, makeReports } from '#features/office/exports/server/jobs.ts'
import { importFiles } from '#features/office/imports/server/jobs.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { forgetConnectionsOfAll } from '#features/office/integrations/server/jobs.ts'
import { pictureToPost } from '#features/office/integrations/server/post-picture.ts'
import { makeReport } from '#features/office/reports/server/making.ts'
import { deliverPractice } from '#features/office/webhooks/server/deliver.ts'
import { openWebhookReach } from '#features/office/webhooks/server/sending.ts'
import { askAboutCare, indexAddresses } from '#features/records/guests/server/jobs.ts'
import { codeSender } from '#features/records/guests/server/sending-codes.ts'
import { carryAllSeats, mendServices, noteAllServices } from '#features/records/services/server/jobs.ts'
import { noticeMoney } from '#features/records/services/server/notice-money.ts'
import { serviceNoticeSender } from '#features/records/services/server/sending-notices.ts'
import { sellingOf } from '#features/records/services/server/stripe-services.ts'
import { ringEmergencies } from '#features/talk/messaging/server/jobs.ts'
import { planAllReminders } from '#features/visits/appointments/server/jobs.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { JobLog } from '#platform/server/database/each-practice.ts'
import type { DueWork } from '#platform/server/database/wakes.ts'
import { openFileStore } from '#platform/server/files/stores.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'
import { openKeyedHash } from '#platform/server/keyed-hash.ts'
import type { Logger } from '#platform/server/log.ts'
import { openReach } from '#platform/server/reach.ts'
import { openCarriers } from '#platform/server/sending/sending.ts'
import { forgetOld } from '#platform/server/sync/forget.ts'
import { openTranscriber } from '#platform/server/transcriber.ts'
import { Tries } from '#platform/server/tries.ts'
import { openVault } from '#platform/server/vault.ts'

/** What a job may use. `long` is for jobs that take minutes, so that none of them keeps a text waiting; `owner` sees the whole database. */
export type JobContext = { db: Database; long: Database; owner: pg.ClientConfig; config: Config }

/** The handlers of every feature's jobs. */
export function jobHandlers({ db, long, owner, config }: JobContext): JobHandler[] {
  const files = openFileStore(config)
  declareEntities()
  const keyedHash = openKeyedHash(config)
  for (const each of [db, long]) followRows(each, keyedHash, config.dataFolder)
  return [
    planAllReminders(db, config.origin),
    chaseDebtors(db, config.origin),
    ringEmergencies(db, config),
    importFiles(long),
    sweepFiles(db, files),
    makePictures(db, files),
    transcribeNotes({ db, files, transcriber: config.transcriber && openTranscriber(config.transcriber) }),
    makeExports({ db: long, files }, exportsDays),
    makeReports({ db: long, files }, makeReport({ db: long, files })),
    dropExports({ db, files }),
    eraseClients({ db: long, files, keyedHash, ...config }),
    eraseAgain({ db: long, ...config }),
    indexAddresses(long, keyedHash),
    carryAllSeats(long, config.origin),
    mendServices(long, config.origin, sellingOf(config)),
    noteAllServices(long),
    askAboutCare(db, config.origin),
    forgetOld(long),
    forgetWordsOfAll(long, config.origin),
    forgetConnectionsOfAll(connecting(long, config)),
    forgetTravelTablesOfAll(long),
    backUpJob({ owner, ...backupPlaces(config) }),
    ...(config.mode === 'test' && config.demo.opens === 'original' ? [topUpDemoJob({ db: long, files }, config)] : []),
  ]
}

/** Handles a practice with something due: sends its texts, e-mails and calls. */
export function dueWork({ db, config }: Pick<JobContext, 'db' | 'config'>): DueWork {
  const carriers = openCarriers(config)
  const { origin, inboundMail } = config
  const options = { origin, ...(inboundMail && { replyDomain: inboundMail.domain }) }
  return (practiceId) => drainPractice(db, carriers, practiceId, options)
}

/** Handles a request for a code whose message is due. */
export function dueCodes({ db, config }: Pick<JobContext, 'db' | 'config'>, log: Logger): DueWork {
  return codeSender({
    db,
    vault: openVault(config),
    keyedHash: openKeyedHash(config),
    tries: new Tries(db),
    carriers: openCarriers(config),
    origin: config.origin,
    isTestVersion: config.mode === 'test',
    log,
  })
}

/** Handles a person due a notification about the services they pay for. */
export function dueServiceNotices({ db, config }: Pick<JobContext, 'db' | 'config'>): DueWork {
  const isTestVersion = config.mode === 'test'
  return serviceNoticeSender({
    ...{ db, carriers: openCarriers(config), origin: config.origin, isTestVersion },
    ...(isTestVersion ? { seller: null } : { seller: config.seller ?? null, moneyOf: (personId) => noticeMoney(db, personId) }),
  })
}

/** Handles a practice that has something to exchange with far sides. */
export function dueExchange({ db, config }: Pick<JobContext, 'db' | 'config'>, log: JobLog): DueWork {
  const files = openFileStore(config)
  const pictures = (sha256: string, most: number) => pictureToPost(files, sha256, most)
  const exchanging = { ...connecting(db, config), pictures, origin: config.origin, log }
  return (practiceId) => exchangePractice(exchanging, practiceId)
}

/** What is done of a practice that has messages of webhooks to send. */
export function dueWebhooks({ db, config }: Pick<JobContext, 'db' | 'config'>): DueWork {
  const { mode, origin, reachable } = config
  const ways = { vault: openVault(config), reach: openWebhookReach(reachable), reachable, isTestVersion: mode === 'test' }
  return (practiceId) => deliverPractice({ db, origin, ...ways }, practiceId)
}

const connecting = (db: Database, config: Config) => ({
  db,
  vault: openVault(config),
  reach: openReach({ reach: config.reachable }),
  reachable: config.reachable,
  isTestVersion: config.mode === 'test',
  ...(config.oauthApps && { oauthApps: config.oauthApps }),
})
