import '#ui/styles.css'

/* The page is whole as the server painted it: it only needs its styles. */
