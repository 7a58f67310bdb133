/**
 * The names of schemas in OpenAPI documents.
 *
 * @module
 */

/** A definition's name as clients know it: `core.v1.Secret` is `io.k8s.api.core.v1.Secret`. */
export function componentName(name: string): string {
  return name.startsWith("meta.") ? `io.k8s.apimachinery.pkg.apis.${name}` : `io.k8s.api.${name}`;
}
