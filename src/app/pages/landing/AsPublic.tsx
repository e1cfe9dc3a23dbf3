import type { ReactNode } from 'react'
import { PublicPage } from '#app/pages/landing/PublicPage.tsx'
import { useSession } from '#platform/web/session/session.ts'

/** A public page inside the app: a signed-in user has the app's own frame around it already, anyone else the public bars. */
export const AsPublic = ({ path, children }: { path: string; children: ReactNode }) =>
  useSession().user ? children : <PublicPage path={path}>{children}</PublicPage>
