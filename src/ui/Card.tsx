import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#ui/cx.ts'

type Props = Omit<ComponentProps<'section'>, 'title'> & { title?: ReactNode; action?: ReactNode; padded?: boolean }

/** A surface with a hairline. With a `title` it is a named region with a head; `action` is at the head's right. */
export function Card({ title, action, padded = false, className, children, ...rest }: Props) {
  const id = useId()
  return (
    <section
      {...(title !== undefined && { 'aria-labelledby': id })}
      {...rest}
      className={cx('min-w-0 rounded-lg border border-line bg-surface', className)}
    >
      {title !== undefined && (
        <CardHeader action={action}>
          <h2 id={id} className="text-16 tracking-normal">
            {title}
          </h2>
        </CardHeader>
      )}
      {padded ? <div className="p-4">{children}</div> : children}
    </section>
  )
}

const CardHeader = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="flex min-h-[49px] flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-2">
    {children}
    {action}
  </div>
)
