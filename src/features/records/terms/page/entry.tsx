import '#ui/styles.css'

/* The terms are whole as the server painted them: they only need their styles. */
