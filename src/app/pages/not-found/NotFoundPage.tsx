import { MapPinOff } from 'lucide-react'
import { buttonClass } from '#ui/button-style.ts'

/** Spec §2 Route table: anything else. */
export const NotFoundPage = () => (
  <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-2 px-6 py-10 text-center">
    <span className="mb-1 grid size-16 place-items-center rounded-full border-2 border-dashed border-line-2 text-ink-2">
      <MapPinOff size={24} aria-hidden />
    </span>
    <h1>404 Page Not Found</h1>
    <p className="max-w-96 text-ink-2">There's no screen at this address. It may have moved, or the link was cut short.</p>
    {/* Plain, because the server paints it too. */}
    <a href="/" className={buttonClass({ variant: 'primary', className: 'mt-2' })}>
      Go to Home
    </a>
  </div>
)
