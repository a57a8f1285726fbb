/** Said after both kinds of registration (docs/product.md 8.1). */
export const REGISTERED = "You've registered and been logged in!";
