/** What the server wrote into the page's head (docs/product.md 7.1); saves a call before the first screen. */
function meta(name: string): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
}

export const pageSettings = {
  supportEmail: meta('coverlight:support-email'),
  /** 'production', or the name that the banner shows. */
  environment: meta('coverlight:environment'),
  cspNonce: meta('csp-nonce'),
};
