import { Check, CircleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { cx } from '#ui/cx.ts'
import { currentToasts, dismissToast, subscribeToToasts, TOAST_DURATION_MS, type Toast } from '#ui/toast-store.ts'
import { useFreePlace } from '#ui/use-free-place.ts'

/* Spec §9: swipe right, threshold 50, F8 focuses the notification area. */
const SWIPE_THRESHOLD_PX = 50
const HOTKEY = ['F8']

/** Shows the toasts: once in the frame. */
export function Toaster({ durationMs = TOAST_DURATION_MS }: { durationMs?: number }) {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts)
  const viewport = useFreePlace()
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX} duration={durationMs} label="Notification">
      {toasts
        .filter((each) => each.isOpen)
        .map((each) => (
          <ToastCard key={each.id} toast={each} />
        ))}
      <Radix.Viewport
        ref={viewport}
        hotkey={HOTKEY}
        label="Notifications ({hotkey})"
        data-screen-only
        className="fixed right-3 bottom-[calc(max(var(--bar-bottom)+var(--dock,0px),var(--dialog-foot,0px))+12px)] left-3 z-50 grid gap-2 md:right-auto md:bottom-6 md:left-6 md:w-[400px]"
      />
    </Radix.Provider>
  )
}

const SWIPE =
  'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform'

function ToastCard({ toast }: { toast: Toast }) {
  const isBad = toast.variant === 'destructive'
  const Icon = toast.icon ?? (isBad ? CircleAlert : Check)
  const look = isBad ? 'border border-flag-line bg-flag-tint text-flag-ink' : 'bg-forge text-on-forge'
  return (
    <Radix.Root
      open
      onOpenChange={(open) => !open && dismissToast(toast.id)}
      type={isBad ? 'foreground' : 'background'}
      {...(toast.durationMs !== undefined && { duration: toast.durationMs })}
      className={cx('flex items-start gap-3 rounded-lg py-3 pr-2 pl-4 shadow-pop animate-sheet', SWIPE, look)}
    >
      <Icon size={20} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-bold">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className={cx('text-14', isBad ? 'text-flag-ink' : 'text-on-forge-2')}>{toast.description}</Radix.Description>
        )}
      </div>
      <ToastButtons toast={toast} edge={isBad ? 'border-flag-ink' : 'border-forge-line'} />
    </Radix.Root>
  )
}

const ToastButtons = ({ toast, edge }: { toast: Toast; edge: string }) => (
  <>
    {toast.action && (
      <Radix.Action
        altText={toast.action.label}
        onClick={toast.action.run}
        className={cx('-my-1.5 min-h-12 shrink-0 rounded-lg border px-3 text-14 font-medium md:my-0 md:min-h-8', edge)}
      >
        {toast.action.label}
      </Radix.Action>
    )}
    <Radix.Close
      aria-label="Close"
      className="-my-3 grid size-12 shrink-0 place-items-center rounded-lg opacity-90 hover:opacity-100 md:-my-1 md:size-8"
    >
      <X size={16} aria-hidden />
    </Radix.Close>
  </>
)
