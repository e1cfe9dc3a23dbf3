import { type ComponentProps, lazy, Suspense } from 'react'
import type { GoneDialog } from '#features/visits/appointments/web/GoneDialog.tsx'

const Dialog = lazy(() => import('#features/visits/appointments/web/GoneDialog.tsx').then((module) => ({ default: module.GoneDialog })))

/** A horse that is no longer shod, with what is known of it filled in. Mount it to open it. */
export const GonePanel = (props: ComponentProps<typeof GoneDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)
