import type { ReactNode } from 'react'

/** Words for a screen reader where the eye needs none. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>
