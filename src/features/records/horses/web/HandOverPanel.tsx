import { type ComponentProps, lazy, Suspense } from 'react'
import type { TransferDialog } from '#features/records/horses/web/TransferDialog.tsx'

const Dialog = lazy(() => import('#features/records/horses/web/TransferDialog.tsx').then((module) => ({ default: module.TransferDialog })))

/** A horse that goes to a new owner, with what is known of the sale filled in. Mount it to open it. */
export const HandOverPanel = (props: ComponentProps<typeof TransferDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)
