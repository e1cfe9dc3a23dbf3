import { Toaster } from '#ui/Toaster.tsx'

/** Shows toasts until they are closed or replaced: a busy machine may look for one later than the five seconds it stays for people. */
export const LastingToaster = () => <Toaster durationMs={Number.POSITIVE_INFINITY} />
