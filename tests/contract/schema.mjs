// Turns schemas of the OpenAPI document into validators that refuse every member the schema does not name.

import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const onSubschemaItself = ['allOf', 'anyOf', 'oneOf'];
const onSubschemaOnce = ['if', 'then', 'else', 'not'];
const onValue = ['items', 'contains', 'additionalProperties', 'unevaluatedProperties', 'propertyNames', 'unevaluatedItems'];
const onValuesByName = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];
const ofOpenApi = new Set(['example', 'discriminator', 'xml', 'externalDocs']);

export class Schemas {
  #definitions = {};
  #names = new Map();
  #validators = new Map();

  // What is wrong with `value`, as sentences; none when it fits.
  faults(node, value) {
    const key = `${node}`;
    if (!this.#validators.has(key)) this.#validators.set(key, this.#compile(node));
    const validate = this.#validators.get(key);
    if (validate(value)) return [];
    return validate.errors.map((error) => {
      const at = error.instancePath === '' ? 'the body' : error.instancePath;
      if (error.keyword === 'unevaluatedProperties') return `${at} has a member that is not documented: ${error.params.unevaluatedProperty}`;
      if (error.keyword === 'additionalProperties') return `${at} has a member that is not documented: ${error.params.additionalProperty}`;
      return `${at} ${error.message}${error.params.allowedValues ? `: ${error.params.allowedValues.join(', ')}` : ''}`;
    });
  }

  #compile(node) {
    const schema = this.#converted(node, node.value, true);
    const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, strictTuples: false });
    addFormats(ajv);
    ajv.addFormat('int32', { type: 'number', validate: (n) => Number.isInteger(n) && Math.abs(n) <= 2 ** 31 });
    ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
    for (const name of ['binary', 'password']) ajv.addFormat(name, true);
    try {
      return ajv.compile({ ...schema, $defs: this.#definitions });
    } catch (error) {
      throw new Error(`${node} is no usable schema: ${error.message}`);
    }
  }

  // `closed` is false for the parts of a composition: there the whole is closed, not the part, which sees only its own
  // members. A schema that is referred to from both places therefore has two forms.
  #converted(node, schema, closed) {
    if (typeof schema !== 'object' || schema === null) return schema;
    const result = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (ofOpenApi.has(keyword) || keyword.startsWith('x-')) continue;
      if (keyword === '$ref') result.$ref = this.#reference(node, value);
      else if (onSubschemaItself.includes(keyword)) result[keyword] = value.map((part) => this.#converted(node, part, false));
      else if (onSubschemaOnce.includes(keyword)) result[keyword] = this.#converted(node, value, false);
      else if (onValue.includes(keyword)) result[keyword] = this.#converted(node, value, true);
      else if (keyword === 'prefixItems') result[keyword] = value.map((part) => this.#converted(node, part, true));
      else if (onValuesByName.includes(keyword))
        result[keyword] = Object.fromEntries(
          Object.entries(value).map(([name, part]) => [name, this.#converted(node, part, keyword !== 'dependentSchemas')]),
        );
      else result[keyword] = value;
    }
    if (closed && describesMembers(schema)) result.unevaluatedProperties ??= false;
    return result;
  }

  #reference(node, reference) {
    const target = node.document.at(node.file, reference);
    const key = `${target.file}#${target.pointer}`;
    if (!this.#names.has(key)) {
      const name = `d${this.#names.size}`;
      this.#names.set(key, name);
      this.#definitions[name] = true; // holds the place while the schema refers to itself
      this.#definitions[name] = this.#converted(target, target.value, false);
    }
    return `#/$defs/${this.#names.get(key)}`;
  }
}

// With $ref beside it, unevaluatedProperties looks through the reference, so references are never closed themselves:
// whoever refers closes. Whatever says itself how it treats other members is left as it is.
function describesMembers(schema) {
  if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) return false;
  const names = ['properties', 'patternProperties', '$ref', ...onSubschemaItself];
  return names.some((name) => schema[name] !== undefined) || schema.type === 'object';
}
