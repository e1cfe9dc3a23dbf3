import '#ui/styles.css'

/* A statement is whole as the server painted it: it only needs its styles. */
