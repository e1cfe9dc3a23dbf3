import '#ui/styles.css'

/* The pages of the portal are whole as the server painted them: they only need their styles. */
