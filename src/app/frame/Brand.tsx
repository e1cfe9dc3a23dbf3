import { Link } from 'wouter'
import { cx } from '#ui/cx.ts'
import { LogoMark } from '#ui/icons.tsx'

/** The mark and the name; leads home. */
export const Brand = ({ className }: { className?: string }) => (
  <Link
    href="/"
    className={cx('inline-flex min-h-12 shrink-0 items-center gap-2.5 text-20 font-bold tracking-[-0.02em] no-underline', className)}
  >
    <LogoMark size={30} />
    <span>Pritchel</span>
  </Link>
)
