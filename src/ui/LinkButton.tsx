import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { type ButtonLook, buttonClass } from '#ui/button-style.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'ref'> & ButtonLook & { href: string; icon?: LucideIcon }

/** A link that looks like a button. A path of the app changes the screen; `/api/…`, `tel:`, `sms:` and other addresses leave it. */
export function LinkButton({ variant, size, block, className, icon: Icon, children, href, ...rest }: Props) {
  const look = buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(block && { block }), className })
  const body = (
    <>
      {Icon && <Icon size={20} aria-hidden className="shrink-0" />}
      {children}
    </>
  )
  if (staysInApp(href) && !rest.target)
    return (
      <Link {...rest} href={href} className={look}>
        {body}
      </Link>
    )
  return (
    <a {...rest} href={href} className={look}>
      {body}
    </a>
  )
}

const staysInApp = (href: string) => href.startsWith('/') && !href.startsWith('/api/') && !href.startsWith('/call-status')
