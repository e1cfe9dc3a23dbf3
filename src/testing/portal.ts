import { serveMy } from '#app/my/serve.ts'
import { roundRoutes } from '#features/day/round/server/routes.ts'
import { guestFileRoutes } from '#features/evidence/files/server/guest-routes.ts'
import { receiveBytes } from '#features/evidence/files/server/receiving.ts'
import { type App, type HttpOptions, makeApp } from '#platform/server/http/http.ts'

/* The page is the browser side's, which these types know nothing of. */
const PAGE: string = '#app/pages/my/server.tsx'

/** The portal over the database and the files of a test server, painted from its source: it needs no build. */
export async function startPortal(setup: HttpOptions): Promise<App> {
  const app = await makeApp(setup)
  roundRoutes(app)
  receiveBytes(app)
  guestFileRoutes(app)
  await serveMy(app, { files: '', load: () => import(PAGE) })
  await app.ready()
  return app
}
