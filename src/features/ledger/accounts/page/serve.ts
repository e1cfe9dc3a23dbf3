import { statementPath } from '#features/ledger/accounts/rules.ts'
import { openStatement } from '#features/ledger/accounts/server/service.ts'
import type { StatementShown } from '#features/ledger/accounts/statement-paper.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, sendByLink, tokenOf } from '#platform/server/pages/link-page.ts'

type Render = (shown: StatementShown | undefined) => string

/** A payer's statement, by a link. */
export async function serveStatement(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  app.get(statementPath(':token'), READING, async (request, reply) => {
    const token = tokenOf(request)
    const opened = await openStatement(app.db, token)
    return sendByLink(reply, opened ? 200 : 404, { title: 'Statement', files, body: render(opened && { ...opened, token }) })
  })
}
