import { CircleAlert, Funnel, Lock, type LucideIcon, RefreshCw, WifiOff } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'

type Props = {
  icon?: LucideIcon | ComponentType<{ size?: number }>
  title: string
  children?: ReactNode
  action?: ReactNode
  bad?: boolean
}

/** Nothing here yet: explains what the thing is for and holds the button that starts it. */
export const EmptyState = ({ icon: Icon, title, children, action, bad = false }: Props) => (
  <div className="grid justify-items-center gap-2 px-6 py-8 text-center">
    {Icon && (
      <span
        className={cx(
          'mb-1 grid size-16 place-items-center rounded-full border-2',
          bad ? 'border-flag-line bg-flag-tint text-flag-ink' : 'border-dashed border-line-2 text-ink-2',
        )}
      >
        <Icon size={24} aria-hidden />
      </span>
    )}
    <p className="font-bold">{title}</p>
    {children && <div className="max-w-96 text-ink-2">{children}</div>}
    {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)

type ErrorProps = { title: string; children?: ReactNode; onRetry?: () => void; action?: ReactNode }

/** It did not work: what happened, what was kept, what to do. */
export const ErrorState = ({ title, children, onRetry, action }: ErrorProps) => (
  <div role="alert">
    <EmptyState
      icon={CircleAlert}
      bad
      title={title}
      action={
        <>
          {onRetry && (
            <Button icon={RefreshCw} onClick={onRetry}>
              Try again
            </Button>
          )}
          {action}
        </>
      }
    >
      {children}
    </EmptyState>
  </div>
)

/** This needs a signal; `children` say what works without. */
export const OfflineState = ({
  title = "You're offline",
  children,
  action,
}: {
  title?: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <EmptyState icon={WifiOff} title={title} action={action}>
    {children ?? 'This needs a connection. Your diary, clients and horses work without one.'}
  </EmptyState>
)

/** Shown to a person who may not see this: who may, and whom to contact. */
export const ForbiddenState = ({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <EmptyState icon={Lock} title={title} action={action}>
    {children}
  </EmptyState>
)

/** More than can be looked at: how many, which are shown, how to narrow. */
export const TooMuchState = ({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <EmptyState icon={Funnel} title={title} action={action}>
    {children}
  </EmptyState>
)
