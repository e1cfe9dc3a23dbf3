import { atPractice, clientNamed } from '#app/my/at-practice.ts'
import { myPage, type Paint } from '#app/my/painting.ts'
import { sendPdf } from '#app/my/send-pdf.ts'
import { STATEMENT_MONTHS } from '#app/my/statement-months.ts'
import { logoOf } from '#features/core/letterhead/server/logo-of.ts'
import { statementTitle } from '#features/ledger/accounts/rules.ts'
import { payerStatement } from '#features/ledger/accounts/server/service.ts'
import { statementPdf } from '#features/ledger/accounts/server/statement-pdf.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { noteOpened } from '#features/records/guests/server/note-opened.ts'
import { currentTime } from '#lib/clock.ts'
import { addMonths, dayOf } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

type Opened = Parameters<Parameters<typeof myPage>[2]>[0]

/** What was charged and paid, of one client of a practice whose bills the guest sees. */
export function serveMyStatement(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, '/my/at/:slug/statement', async (opened) => {
    const { slug } = opened.request.params as { slug: string }
    const read = await readStatement(app, opened, async (tx, clientIds) => ({
      payers: await Promise.all(clientIds.map(async (id) => ({ id, name: (await requireClient(tx, id)).name }))),
    }))
    return paint(opened.reply, { page: 'statement', slug, ...read })
  })
  myPage(page, '/my/at/:slug/statement/statement.pdf', async (opened) => {
    const { paper, logo } = await readStatement(app, opened, async (tx) => ({ logo: await logoOf(tx) }))
    return sendPdf(opened.reply, statementTitle(paper.statement), await statementPdf(paper, { logo }))
  })
}

const readStatement = <T>(app: App, opened: Opened, more: (tx: PracticeTx, clientIds: readonly string[]) => Promise<T>) =>
  atPractice(app, opened, 'readMoney', async (tx, { practice, clientIds }) => {
    const query = opened.request.query as { for?: unknown; months?: unknown }
    const months = STATEMENT_MONTHS.find((one) => String(one) === query.months) ?? STATEMENT_MONTHS[0]
    const from = addMonths(dayOf(currentTime(), practice.zone), -months)
    const clientId = clientNamed(query.for, clientIds)
    const { paper } = await payerStatement(tx, practice, { clientId, from })
    await noteOpened(
      tx,
      { practiceId: practice.id },
      { personId: opened.session.personId, clientId, what: 'statement', subjectId: clientId },
    )
    return { paper, months, ...(await more(tx, clientIds)) }
  })
