import { serveMy } from '#app/my/serve.ts'
import type { MyView } from '#app/my/views.ts'
import { roundRoutes } from '#features/day/round/server/routes.ts'
import { guestFileRoutes } from '#features/evidence/files/server/guest-routes.ts'
import { receiveBytes } from '#features/evidence/files/server/receiving.ts'
import { type App, type HttpOptions, makeApp } from '#platform/server/http/http.ts'

/* The page is the browser side's, which these types know nothing of. */
const PAGE: string = '#app/pages/my/server.tsx'

type Painter = { render: (view: MyView) => string }

/** The portal over the database and the files of a test server, painted from its source: it needs no build. `see` is handed what each page is made of. */
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
  await app.ready()
  return app
}
