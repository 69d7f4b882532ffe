package org.openapitools.client.model;

/** Replaces the generated class: the generator forgets the imports of a class without fields. */
public class ActivityValue {}
