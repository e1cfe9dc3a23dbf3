import { LogOut } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { leave } from '#app/frame/sign-out.ts'
import { serverUrl } from '#platform/web/server-url.ts'

/** A plain link to /api/logout (Spec §2 Navigation) that first looks after what has not been sent. */
export function SignOutLink({ onClick, ...rest }: ComponentProps<'a'>) {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    event.preventDefault()
    void leave()
  }
  return (
    <a {...rest} href={serverUrl('/api/logout')} onClick={click}>
      <LogOut size={20} aria-hidden />
      Sign out
    </a>
  )
}
