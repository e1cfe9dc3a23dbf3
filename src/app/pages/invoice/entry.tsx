import '#ui/styles.css'

/* Invoices and statements are whole as the server painted them: they only need their styles. */
