import { serveMy } from '#app/my/serve.ts'
import type { MyView } from '#app/my/views.ts'
import { serveShare } from '#app/share/serve.ts'
import type { ShareView } from '#app/share/share-view.ts'
import { roundRoutes } from '#features/day/round/server/routes.ts'
import { guestFileRoutes } from '#features/evidence/files/server/guest-routes.ts'
import { receiveBytes } from '#features/evidence/files/server/receiving.ts'
import { type App, type HttpOptions, makeApp } from '#platform/server/http/http.ts'

/* The page is the browser side's, which these types know nothing of. */
const PAGE: string = '#app/pages/my/server.tsx'
const SHARE: string = '#app/pages/share/server.tsx'

type Painter = { render: (view: MyView) => string }
type SharePainter = { render: (view: ShareView | undefined) => string }

/** The portal, and the pages of links to horses, over the database and the files of a test server, painted from its source: it needs no build. `see` is handed what each page is made of. */
export async function startPortal(setup: HttpOptions, see: (view: MyView) => void = () => {}): Promise<App> {
  const app = await makeApp(setup)
  roundRoutes(app)
  receiveBytes(app)
  guestFileRoutes(app)
  const { render } = (await import(PAGE)) as Painter
  const seen: Painter = {
    render(view) {
      see(view)
      return render(view)
    },
  }
  await serveMy(app, { files: '', load: async <T>() => seen as T })
  const { render: renderShare } = (await import(SHARE)) as SharePainter
  await serveShare(app, { files: '', load: async <T>() => ({ render: renderShare }) as T })
  await app.ready()
  return app
}
