import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** Where an invoice or credit note is opened. */
export const invoiceHref = (id: string): string => `/money?tab=invoices&invoice=${id}`

/** A link to an invoice; its text is the number. */
export const InvoiceLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link href={invoiceHref(id)} className="link">
    {children}
  </Link>
)
