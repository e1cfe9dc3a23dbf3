import { downloadReport, removeReport, reportsOf } from '#features/office/exports/server/service.ts'
import { reportEndpoints } from '#features/office/reports/contract.ts'
import { FORMATS } from '#features/office/reports/rules.ts'
import { beginReport, chartsFor, previewReport, quickStats } from '#features/office/reports/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, serveMemberAside } from '#platform/server/http/serve-endpoint.ts'

const reportId = (params: { id: string }) => idOf(params.id, 'export_not_found')

export function reportRoutes(app: App) {
  serveMemberAside(app, reportEndpoints.preview, ({ actor, query }) => previewReport(app, actor, query))
  serveMember(app, reportEndpoints.stats, ({ tx, actor, query }) => quickStats(tx, actor, query))
  serveMember(app, reportEndpoints.charts, ({ tx, actor, query }) => chartsFor(tx, actor, query))
  serveMember(app, reportEndpoints.list, ({ tx, actor }) => reportsOf(tx, actor))
  serveMember(app, reportEndpoints.start, ({ tx, actor, body }) => beginReport(tx, actor, body))
  serveMember(app, reportEndpoints.file, async ({ tx, actor, params, reply }) => {
    const { key, range, fileName, bytes } = await downloadReport(tx, actor, reportId(params))
    reply.headers({
      'content-type': Object.values(FORMATS).find(({ ending }) => fileName.endsWith(`.${ending}`))?.mime ?? 'application/octet-stream',
      'content-disposition': dispositionOf('attachment', fileName),
      'content-length': bytes,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    return app.setup.files.read(key, range)
  })
  serveMember(app, reportEndpoints.remove, async ({ tx, actor, params }) => {
    await removeReport(tx, actor, reportId(params))
  })
}
